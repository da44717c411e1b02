// Numbers and places as text.

import type { Place } from "./view";

export const hex = (value: number, digits = 8) => value.toString(16).padStart(digits, "0");

/** Digits in groups of three; a thin space keeps them together. */
export const grouped = (value: number) => value.toString().replace(/\B(?=(\d{3})+$)/g, "\u202f");

export function seconds(s: number): string {
  if (s === 0) return "0 s";
  const [unit, factor] = s < 1e-6 ? ["ns", 1e9] : s < 1e-3 ? ["µs", 1e6] : s < 1 ? ["ms", 1e3] : ["s", 1];
  return `${(s * (factor as number)).toFixed(3)} ${unit}`;
}

export const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

export function where(place: Place): string {
  if (!place.function) return `0x${hex(place.at)}`;
  return place.offset ? `${place.function}+0x${place.offset.toString(16)}` : place.function;
}

export const line = (place: Place) => (place.file && place.line ? `${baseName(place.file)}:${place.line}` : "");

/** `dcache_read_misses` as a reader has it. */
export const words = (name: string) => name.replaceAll("_", " ");
