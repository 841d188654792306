import { hall } from '../../fixtures/src/index.ts'
import { planSchema, readPlan, readPlanBytes, writePlan, writePlanBytes } from '../../packages/domain/src/plan/index.ts'
import { draftOf } from '../../packages/domain/src/plan/import/index.ts'

/** @typedef {import('../../packages/domain/src/plan/index.ts').PlanData} PlanData */
/** @typedef {import('../../packages/domain/src/plan/index.ts').Plan} Plan */
/** @typedef {{ readonly write: (plan: PlanData) => Uint8Array, readonly read: (bytes: Uint8Array) => Plan }} Form */

const utf8 = new TextEncoder()
/** @param {Uint8Array} bytes */
const parse = (bytes) => JSON.parse(new TextDecoder().decode(bytes))

/** Formats for the transport of a plan. @satisfies {Record<string, Form>} */
export const forms = {
  /** One object per seat, as in most APIs. */
  objects: {
    write: (plan) => utf8.encode(JSON.stringify(draftOf(readPlan(plan)))),
    read: (bytes) => readPlan(writePlan(parse(bytes))),
  },
  /** Columns in JSON, believed as they come. */
  columns: { write: (plan) => utf8.encode(JSON.stringify(plan)), read: (bytes) => readPlan(parse(bytes)) },
  /** Columns in JSON, checked by their schema. */
  'columns, checked': { write: (plan) => utf8.encode(JSON.stringify(plan)), read: (bytes) => readPlan(planSchema.parse(parse(bytes))) },
  /** The map's format: verified by a checksum and by its reader. */
  packed: { write: writePlanBytes, read: readPlanBytes },
}

/**
 * Two halls of about 100,000 seats: a fixture, and one as imported from a foreign file.
 * @satisfies {Record<string, () => PlanData>}
 */
export const halls = {
  stadium: () => hall('stadium-100k'),
  /** Nothing parallel to an axis, and an unpredictable id for every seat. */
  imported: () => {
    const draft = draftOf(readPlan(hall('stadium-100k')))
    const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)]
    let number = 0
    for (const seat of draft.areas.flatMap(({ rows }) => rows.flatMap((row) => row.seats))) {
      Object.assign(seat, { x: seat.x * cos - seat.y * sin, y: seat.x * sin + seat.y * cos, id: ((number++ * 7919) % 99_991).toString(36) })
    }
    return writePlan(draft)
  },
}
