// Which lessons were passed in this browser.

const KEY = "trueboard-lessons";

export function done(): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

export function pass(lesson: string) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...done().add(lesson)]));
  } catch {
    // Where nothing may be kept, nothing is.
  }
}
