import { render } from "preact";
import { App } from "./app";
import { Client } from "./lab";
import "./style.css";

const client = new Client();
render(<App client={client} />, document.getElementById("app")!);

// Kept for use without a network, where the browser can do so.
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register("./sw.js").catch(() => {
    // A page that is not kept works all the same.
  });
}
