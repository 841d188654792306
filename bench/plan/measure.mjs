import { readFileSync } from 'node:fs'
import { indexSeats } from '../../packages/seatmap/src/plan-index/index.ts'
import { forms } from './forms.mjs'

// node bench/plan/measure.mjs FORM FILE READS: reads and indexes one plan in a fresh process, as a browser does that opens a
// page, and again until READS; prints milliseconds of the thread's processor time, which other load changes little.

const [form = '', file = '', reads = ''] = process.argv.slice(2)
const { read } = forms[/** @type {keyof typeof forms} */ (form)]
const bytes = new Uint8Array(readFileSync(file))
/** @type {number[]} */
const times = []
for (let round = 0; round < Number(reads); round++) {
  const before = process.threadCpuUsage()
  indexSeats(read(bytes))
  const { user, system } = process.threadCpuUsage(before)
  times.push((user + system) / 1000)
}
console.log(JSON.stringify({ cold: times[0], warm: Math.min(...times) }))
