/** The built-in maps, as the server lists them. */

import { rest } from "../api/rest";
import type { MapSummary } from "../api/schema";

export class MapList {
  maps = $state.raw<MapSummary[]>([]);
  /** Why there are none. */
  trouble = $state.raw<unknown>(null);

  constructor() {
    void this.load();
  }

  readonly load = async (): Promise<void> => {
    try {
      this.maps = await rest.maps();
      this.trouble = null;
    } catch (error) {
      this.trouble = error;
    }
  };
}
