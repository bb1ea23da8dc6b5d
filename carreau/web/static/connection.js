// The connection to the server, opened again whenever it is lost.

/** @import { Message, Full, Gone, Ping, Play, Preparing, Command } from "../messages" */
/** @typedef {Exclude<Message, Full | Gone | Ping | Preparing>} News  what the table is told; the rest is about the line */

import { $, words } from "./page.js";

const UNNOTICED = 1000; // milliseconds in which a connection may be lost and come back without a word
const FOR_NOW = ["too-often", "unwritten"]; // codes of what is gone only for a while

export class Connection {
  /**
   * @param {() => string} address  where to connect, and what has been seen already
   * @param {(news: News) => void} receive
   */
  constructor(address, receive) {
    this.address = address;
    this.receive = receive;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0; // since something was last received
    this.retry = 0; // the timer
    this.noticing = 0; // the timer after which a lost connection is worth a word
    this.isNew = true; // whether nothing has been shown since it was opened
    /** @type {Play | null} */
    this.unanswered = null; // the last move, until something has come back
    this.isFull = false; // whether the server has asked to come back later
    this.isGone = false; // whether there is no point in coming back
    this.notice = $("connection");
    addEventListener("offline", () => this.socket?.close());
    addEventListener("online", () => this.open());
  }

  open() {
    if (this.isGone || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.retry);
    const socket = new WebSocket(this.address());
    this.socket = socket;
    this.isNew = true;
    // an old connection may report that it is closed after the next was opened
    socket.onmessage = (message) => {
      if (socket === this.socket) this.hear(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  /** @param {Command} command */
  send(command) {
    if (command.type === "play") this.unanswered = command;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  /** @param {Message} message */
  hear(message) {
    if (message.type === "ping") this.send({ type: "pong", number: message.number });
    else if (message.type === "preparing") this.notice.textContent = message.text;
    else if (message.type === "full" || (message.type === "gone" && FOR_NOW.includes(message.code))) {
      this.isFull = true;
      this.notice.textContent = message.text;
    } else if (message.type === "gone") {
      this.isGone = true;
      this.notice.textContent = message.text;
      this.notice.className = "lost";
    } else {
      const { unanswered, isNew } = this;
      this.unanswered = null;
      if (message.type === "event") this.isNew = false;
      this.receive(message);
      if (isNew && message.type === "event" && unanswered?.sequence === message.sequence) this.send(unanswered); // it was lost
    }
  }

  /** The table has been shown again: whatever was said about the connection is no longer true. */
  restored() {
    this.tries = 0;
    clearTimeout(this.noticing);
    this.noticing = 0;
    this.notice.textContent = this.notice.className === "lost" ? words.back : "";
    this.notice.className = "";
  }

  lose() {
    if (this.isGone) return;
    if (this.isFull) this.notice.className = "lost";
    else this.noticing ||= setTimeout(() => this.tell(), UNNOTICED);
    const wait = this.isFull ? 3000 + 3000 * Math.random() : Math.min(5000, 150 * 2 ** this.tries++ * Math.random());
    this.isFull = false;
    this.retry = setTimeout(() => this.open(), wait);
  }

  tell() {
    this.notice.textContent = words.lost;
    this.notice.className = "lost";
  }
}
