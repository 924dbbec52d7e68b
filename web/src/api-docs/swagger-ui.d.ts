declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface Configuration {
    dom_id: string;
    url: string;
    deepLinking: boolean;
    validatorUrl: null;
  }
  export default function SwaggerUI(configuration: Configuration): void;
}
