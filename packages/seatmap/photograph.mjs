import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { photoAt, readPlan } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { drawView } from './src/view-from-seat/draw-view.ts'
import { frame } from './src/view-from-seat/perspective.ts'

// node packages/seatmap/photograph.mjs: the pictures that stand for photographs in a hall that was never built. The same each time.

const shelf = new URL('../../brands/', import.meta.url)
const brands = readdirSync(shelf, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
/** Colours of a lit stage in a dark room. */
const paint = {
  wall: '#241d1a',
  riser: '#6b5137',
  stage: '#c79a5f',
  board: '#a87f4b',
  actor: '#7c2f3a',
  person: '#120f0e',
  rail: '#2c2522',
}

const plan = readPlan(hall('studio-60'))
for (const photo of plan.photos) {
  // Taken from the middle of those it is shown to.
  const seats = Array.from({ length: plan.seatCount }, (_, seat) => seat).filter((seat) => photoAt(plan, seat) === photo)
  const seat = seats[seats.length >> 1]
  if (seat === undefined) throw new Error(`no seat uses the photo ${photo.file}`)
  const shapes = drawView(plan, seat, 'adult').map(({ is, path }) =>
    is === 'board' || is === 'rail'
      ? `<path d="${path}" fill="none" stroke="${paint[is]}" stroke-width="0.7"/>`
      : `<path d="${path}" fill="${paint[is]}"/>`,
  )
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${photo.width}" height="${photo.height}" viewBox="0 0 ${frame.width} ${frame.height}">
<radialGradient id="light" cx="50%" cy="40%" r="65%"><stop offset="0" stop-color="#5a4634"/><stop offset="1" stop-color="#0c0a09"/></radialGradient>
<rect width="${frame.width}" height="${frame.height}" fill="url(#light)"/>
${shapes.join('\n')}
</svg>
`
  for (const brand of brands) {
    const file = new URL(`${brand}/${photo.file}`, shelf)
    mkdirSync(fileURLToPath(new URL('.', file)), { recursive: true })
    writeFileSync(file, picture)
  }
}
