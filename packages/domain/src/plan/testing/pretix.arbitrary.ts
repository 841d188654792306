import fc from 'fast-check'

type Json = Record<string, unknown>
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [])

/** The paths of all seats of a pretix file, counted here without the help of what is tested. */
export const seatsOf = (file: unknown): string[] =>
  listOf((file as Json)['zones']).flatMap((zone, z) =>
    listOf(isRecord(zone) ? zone['rows'] : []).flatMap((row, r) =>
      listOf(isRecord(row) ? row['seats'] : []).flatMap((seat, s) => (isRecord(seat) ? [`zones[${z}].rows[${r}].seats[${s}]`] : [])),
    ),
  )

const length = fc.double({ min: -3000, max: 3000, noNaN: true })
const lengthOrText = fc.oneof(length, length.map(String), fc.integer({ min: -40, max: 40 }))
const position = fc.record({ x: lengthOrText, y: lengthOrText })
const label = fc.oneof(fc.constantFrom('A', 'B', '1', '18 bis', '1_DA', ''), fc.string({ maxLength: 6 }), fc.nat(30), fc.constant(null))

const seat = fc.record(
  {
    seat_guid: fc.oneof(fc.constantFrom('1-1', '1-2', '1-1~2', '1-1~3', ''), fc.uuid(), fc.string({ maxLength: 120 })),
    seat_number: label,
    position,
    category: fc.constantFrom('Stalls', 'Circle', 'Wheelchair', 'NOT AVAILABLE', 'unheard of'),
    radius: fc.nat(20),
    flavour: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const row = fc.record({ row_number: label, position, seats: fc.array(seat, { maxLength: 9 }) }, { requiredKeys: ['seats'] })
const shape = fc.record(
  {
    shape: fc.constantFrom('rectangle', 'ellipse', 'polygon', 'text', 'circle', 'star'),
    position,
    rotation: fc.oneof(fc.integer({ min: -360, max: 360 }), fc.constant(null)),
    rectangle: fc.record({ width: lengthOrText, height: lengthOrText }),
    ellipse: fc.record({ radius: position }),
    polygon: fc.record({ points: fc.array(position, { maxLength: 5 }) }),
    text: fc.record({ text: fc.constantFrom('STAGE', 'S T A G E', 'Level 1', 'Balcony', ''), position }),
  },
  { requiredKeys: [] },
)
const zone = fc.record(
  {
    name: fc.constantFrom('Stalls', 'Balcony', 'Stalls', ''),
    position,
    rows: fc.array(row, { maxLength: 5 }),
    areas: fc.array(shape, { maxLength: 3 }),
  },
  { requiredKeys: ['rows'] },
)

/** A pretix file like real ones: mostly correct, with their typical faults. */
export const pretixFile: fc.Arbitrary<Json> = fc.record(
  {
    name: fc.string({ maxLength: 12 }),
    categories: fc.constant([
      { name: 'Stalls', color: '#aa0000' },
      { name: 'Circle', color: '#00aa00' },
      { name: 'Stalls', color: null },
    ]),
    zones: fc.array(zone, { minLength: 1, maxLength: 3 }),
    size: fc.record({ width: lengthOrText, height: lengthOrText }),
    seat_count: fc.nat(20),
  },
  { requiredKeys: ['zones'] },
)

const nonsense = fc.oneof(
  fc.constantFrom(null, '', 'NaN', '1e999', -0, 1e300, 2 ** 53, true, 'x'.repeat(300)),
  fc.constant([]),
  fc.constant({}),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The file with a few of its fields deleted or replaced by nonsense, anywhere. */
export const bend = (file: Json): fc.Arbitrary<Json> =>
  fc.array(fc.tuple(fc.nat(), nonsense, fc.boolean()), { minLength: 1, maxLength: 6 }).map((changes) => {
    const bent = structuredClone(file)
    for (const [pick, value, isGone] of changes) {
      const holders = holdersIn(bent)
      const [holder, key] = holders[pick % holders.length] ?? []
      if (!holder || key === undefined) continue
      if (isGone && !Array.isArray(holder)) delete holder[key]
      else (holder as Json)[key] = structuredClone(value)
    }
    return bent
  })

function holdersIn(value: unknown): [Json, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]): [Json, string][] => [[value as Json, key], ...holdersIn(inner)])
}
