import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Outcome } from '#modules/ticket'
import { type CardDrawing, drawCard } from './draw-card.ts'

// The worker thread of `social-cards.ts`.
const renderer = readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm)

parentPort!.on('message', (drawing: CardDrawing) => {
  paint(drawing).then(
    (result) => post({ result }),
    (error: unknown) => post({ error }),
  )
})

async function paint(drawing: CardDrawing): Promise<Uint8Array<ArrayBuffer>> {
  await renderer
  const picture = new Resvg(drawCard(drawing))
  const rendered = picture.render()
  const png = new Uint8Array(rendered.asPng())
  rendered.free()
  picture.free()
  return png
}

const post = (outcome: Outcome<Uint8Array<ArrayBuffer>>): void => parentPort!.postMessage(outcome)
