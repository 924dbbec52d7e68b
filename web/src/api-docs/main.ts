/** `/docs`: the server's OpenAPI document, shown by Swagger UI (docs/decisions/0029). */

import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./docs.css";

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI follows the system only in a layout with a bar where one types the address of any document. */
function followColourScheme() {
  document.documentElement.classList.toggle("dark-mode", darkScheme.matches);
}

followColourScheme();
darkScheme.addEventListener("change", followColourScheme);

SwaggerUI({
  dom_id: "#docs",
  url: "/openapi.json",
  deepLinking: true,
  validatorUrl: null, // or it would show the document to another server
});
