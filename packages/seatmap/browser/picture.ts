import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** A screenshot as pixels. */
export type Picture = {
  readonly width: number
  readonly height: number
  readonly at: (x: number, y: number) => readonly [number, number, number]
}

export const lookAtPage = async (page: Page): Promise<Picture> => readPng(await page.screenshot())

/** Number of colours that occur in more pixels than by chance: a blank map has one. */
export function coloursOf({ width, height, at }: Picture): number {
  const pixels = new Map<string, number>()
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const colour = at(x, y).join()
      pixels.set(colour, (pixels.get(colour) ?? 0) + 1)
    }
  return [...pixels.values()].filter((count) => count > 8).length
}

/** The little of PNG that Chromium writes: eight bits, RGB or RGBA, not interlaced. */
function readPng(file: Buffer): Picture {
  const parts: Buffer[] = []
  let [width, height, channels] = [0, 0, 3]
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    const kind = file.toString('latin1', at + 4, at + 8)
    const body = file.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3]
    if (kind === 'IDAT') parts.push(body)
    at += length + 12
  }
  const bytes = inflateSync(Buffer.concat(parts))
  const line = width * channels
  const pixels = new Uint8Array(line * height)
  for (let y = 0; y < height; y++) {
    const filter = bytes[y * (line + 1)]
    for (let i = 0; i < line; i++) {
      const left = i >= channels ? pixels[y * line + i - channels]! : 0
      const up = y > 0 ? pixels[(y - 1) * line + i]! : 0
      const corner = y > 0 && i >= channels ? pixels[(y - 1) * line + i - channels]! : 0
      const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0
      pixels[y * line + i] = bytes[y * (line + 1) + 1 + i]! + guess
    }
  }
  return {
    width,
    height,
    at: (x, y) => {
      const from = y * line + x * channels
      return [pixels[from]!, pixels[from + 1]!, pixels[from + 2]!]
    },
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
