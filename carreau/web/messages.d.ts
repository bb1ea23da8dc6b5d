// What goes over the socket, in both directions: the types of messages.py for the scripts, which tsc checks.
// A test keeps the two alike. Nothing of this is served.

// from the browser

export interface Play { type: "play"; seat: number; action: string; ply: number; sequence?: number | null }
export interface Undo { type: "undo"; seat: number }
export interface Look { type: "look"; seat: number }
export interface Leave { type: "leave"; seat: number }
export interface Lend { type: "lend"; absent: number }
export interface Back { type: "back"; seat: number }
export interface Rename { type: "rename"; seat: number; name: string }
export interface Pledge { type: "pledge"; seat: number; pledge: string }
export interface Part { type: "part"; seat: number; part: string }
export interface Start { type: "start" }
export interface Rematch { type: "rematch" }
export interface Hint { type: "hint" }
export interface Advise { type: "advise"; seat: number }
export interface Check { type: "check"; seat: number; action: string; sequence: number }
export interface Form { type: "form"; form: "phone" | "wide" }
export interface Pong { type: "pong"; number: number }

export type Command =
  | Play | Undo | Look | Leave | Lend | Back | Rename | Pledge | Part | Start | Rematch | Hint | Advise | Check | Form
  | Pong;

// from the server

export interface PlayerNote {
  name: string;
  kind: string;
  here: boolean;
  left: number | null;
  running: boolean;
  lend: boolean;
}

export interface Shuffling {
  seat: number | null;
  pledges: Record<number, string>;
  sealed: boolean;
  parts: Record<number, string>;
}

export interface Curtain { seat: number; name: string }
export interface Choice { action: string; name: string; taps: string[] }

export interface Drawing {
  whole: boolean;
  numbers: number[];
  new: (string | Choice)[];
  changes: number[][];
}

export interface Score { seat: number; name: string; points: string; about: string; part: number }

export interface Closing { svg: string; guidance: string }

export interface Event {
  type: "event";
  sequence: number;
  since: number;
  lines: string[];
  state: string;
  ply: number;
  seats: number[];
  seat: number | null;
  curtain: Curtain | null;
  acting: boolean;
  drawing: Drawing | null;
  guidance: string;
  players: PlayerNote[];
  undo: boolean;
  away: boolean;
  clock: number | null;
  outcome: string;
  winners: number[];
  scores: Score[];
  seed: string;
  next: string;
  closing: Closing | null;
  shuffle: Shuffling | null;
}

export interface Plain {
  type: "plain";
  sequence: number;
  ply: number;
  state: string;
  seat: number | null;
  actions: string[];
  points: number[];
  public: string;
  left: (number | null)[];
  seed: string;
  shuffle: Shuffling | null;
}

export interface Moment { svg: string; guidance: string; ply: number; closing: Closing | null }
export interface ReviewNews { state: string; share: number; text: string }
export interface LabNews { over: boolean; share: number; text: string; edition: number; figures: string }
export interface Mark {
  ply: number;
  seat: number;
  sign: string;
  verdict: string;
  title: string;
  played: string;
  better: string;
  why: string;
}
export interface Reviewed { marks: Mark[]; chances: string[] }
export interface Question { svg: string; guidance: string; spoken: string; choices: Choice[]; steps: Choice[] }
export interface Worth { name: string; value: string; mark: string }
export interface Answer { right: boolean; headline: string; sentences: string[]; best: string[]; rows: Worth[] }
export interface Refused { type: "refused"; code: string; text: string }
export interface Hinted { type: "hint"; action: string; text: string }
export interface Advised { action: string; name: string; worth: string; share: number; note: string }
export interface Advice { type: "advice"; sequence: number; moves: Advised[]; text: string }
export interface Checked { type: "checked"; action: string; sequence: number; warning: string }
export interface Ping { type: "ping"; number: number }
export interface Preparing { type: "preparing"; text: string }
export interface Full { type: "full"; code: string; text: string }
export interface Gone { type: "gone"; code: string; text: string }

export type Message = Event | Plain | Refused | Hinted | Advice | Checked | Ping | Preparing | Full | Gone;

// the sentences that a page brings with it; {name} and the like stand for what is filled in

export interface Words {
  lost: string;
  back: string;
  curtain: string;
  lift: string;
  confirm: string;
  on: string;
  on_turn: string;
  winner: string;
  verified: string;
  parts: string;
  without: string;
  broken: string;
  wrong: string;
  unread: string;
  copied: string;
  streak: string;
  best: string;
  left: string;
  lend: string;
  away: string;
  thinking: string;
  interrupted: string;
}
