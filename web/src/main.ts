import "./style/fonts.css";
import "./style/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { startTexts } from "./i18n/index.svelte";
import { keepForOffline } from "./offline";
import { prepare } from "./pages";
import { currentPlace, followLinks } from "./router.svelte";
import { showTheme } from "./settings.svelte";

showTheme();
followLinks();
await startTexts("common", "errors", ...prepare(currentPlace()));
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD && "serviceWorker" in navigator) void keepForOffline();
