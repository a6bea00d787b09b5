// Loads the page's own script and wasm. Their hashed addresses are attributes of this script's
// element, and so are those of the worker, which the page loads.
const element = document.querySelector("script[data-js]");
try {
  const { default: init } = await import(new URL(element.dataset.js, document.baseURI).href);
  await init({ module_or_path: new URL(element.dataset.wasm, document.baseURI).href });
} catch (error) {
  const says = document.createElement("p");
  says.className = "boot-failed";
  says.textContent =
    "shardlens could not start. Reload the page, or use a current browser. / shardlens 无法启动，请刷新页面或换用新版浏览器。 " + error;
  document.body.append(says);
  throw error;
}
// Without this the page works as well, but only while its server does. Browsers allow it on https
// and on this machine.
if (isSecureContext && "serviceWorker" in navigator) {
  const links = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon]")];
  const files = ["./", element.getAttribute("src"), ...Object.values(element.dataset), ...links.map((link) => link.getAttribute("href"))];
  navigator.serviceWorker.register(`sw.js?files=${encodeURIComponent(files.join(" "))}`).catch(() => {});
}
