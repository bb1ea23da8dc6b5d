// Browsers start no worker from the disk. Where the site is opened as a file, the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(script) {
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = "<!doctype html>";
      this.frame.onload = () => this.begin(new URL(script, location.href).href);
      document.body.append(this.frame);
    }

    begin(address) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => setTimeout(() => this.onmessage?.({ data }));
      const element = inside.document.createElement("script");
      element.src = address;
      element.onload = () => {
        this.postMessage = (data) => setTimeout(() => inside.onmessage?.({ data }));
        this.waiting.forEach(this.postMessage);
      };
      element.onerror = () => this.onerror?.(new Event("error"));
      inside.document.head.append(element);
    }

    postMessage(data) {
      this.waiting.push(data);
    }

    terminate() {
      this.frame.remove();
    }
  };
}
