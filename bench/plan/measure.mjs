import { readFileSync } from 'node:fs'
import { indexSeats } from '../../packages/seatmap/src/plan-index/index.ts'
import { forms } from './forms.mjs'

// node bench/plan/measure.mjs FORM FILE: reads and indexes one plan in a fresh process, as a browser does that opens a
// page, then a few times more; prints milliseconds of the
// thread's own work, so that a busy machine tells the same.

const [form = '', file = ''] = process.argv.slice(2)
const { read } = forms[/** @type {keyof typeof forms} */ (form)]
const bytes = new Uint8Array(readFileSync(file))
/** @type {number[]} */
const times = []
for (let round = 0; round < 8; round++) {
  const before = process.threadCpuUsage()
  indexSeats(read(bytes))
  const { user, system } = process.threadCpuUsage(before)
  times.push((user + system) / 1000)
}
console.log(JSON.stringify({ cold: times[0], warm: Math.min(...times) }))
