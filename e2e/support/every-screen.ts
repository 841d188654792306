import { readLooks, type Way } from './looked-over.ts'

const ways: readonly Way[] = ['desk', 'phone', 'dark', 'keys']

/**
 * After a run of everything: which screens were looked over by axe at a desk, on a phone and in the dark, and walked by keys.
 * @throws where a screen of the shop was not, so that a new one comes with its journey
 */
export default function everyScreen(): void {
  const asked = process.argv.slice(process.argv.indexOf('test') + 1)
  if (!asked.every((word) => /^--(reporter|workers|retries)=/.test(word))) return
  const table = readLooks()
  const holes = table.flatMap(({ screen, ways: met }) => ways.filter((way) => !met.has(way)).map((way) => `${screen} (${way})`))
  console.log(
    table.map(({ screen, ways: met }) => `${ways.map((way) => (met.has(way) ? way : '').padEnd(6)).join('')} ${screen}`).join('\n'),
  )
  if (holes.length > 0) throw new Error(`Screens that no journey looked over: ${holes.join(', ')}`)
}
