import { matchesLastName } from '@playhouse/domain/access'
import { titleOf } from '@playhouse/domain/production-texts'
import { programmeCodeOf } from '@playhouse/domain/programme'
import { problem } from '@playhouse/domain/problem'
import { fail, ok } from '@playhouse/domain/result'
import type { ProgrammeView } from '#contract'
import { instanceOf } from './catalogue.ts'
import { isOpenProgramme } from './mock-catalogue.ts'
import type { Contract, MockHandlers } from './mock-handler.ts'
import type { MockShop, MockVisit } from './mock-shop.ts'
import { productionOf } from './read-basket.ts'

/** Mock handlers of programmes. */
export function programmeHandlers(shop: MockShop): MockHandlers<Contract['programmes']> {
  const find = (id: string) =>
    (shop.brand.features.programmes ? shop.programmes : []).find((each) => each.programme.id === id && isOpenProgramme(each, shop.now()))
  const performancesOf = (id: string) =>
    shop.performances.filter(({ programme, startsAtInstant }) => programme === id && startsAtInstant > shop.now())
  const view = (id: string, visit: MockVisit): ProgrammeView => {
    const { name, text } = find(id)!.programme
    const customer = visit.customer!.id
    const isOpened = visit.openedProgrammes.some((opened) => opened.programme === id && opened.customer === customer)
    const performances = isOpened
      ? performancesOf(id).map((performance) => {
          return { ...instanceOf(shop, performance, visit), ...titleOf(productionOf(shop, performance.id)) }
        })
      : []
    return { id, name, text, isOpened, performances: performances.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)) }
  }
  return {
    read: ({ params, visit }) => (find(params.programme) ? ok(view(params.programme, visit)) : fail(problem('page-not-found'))),
    open: ({ params: { programme }, body, visit }) => {
      if (!shop.brand.features.programmes) return fail(problem('page-not-found'))
      const { id: customer, lastName } = visit.customer!
      const isRight = find(programme)?.codes.some(
        (each) => programmeCodeOf(each.code) === programmeCodeOf(body.code) && matchesLastName(each.lastName, lastName),
      )
      if (!isRight) return fail(problem('access-code-invalid'))
      if (performancesOf(programme).length === 0) return fail(problem('programme-without-instances'))
      visit.openedProgrammes = [...visit.openedProgrammes, { programme, customer }]
      return ok(view(programme, visit))
    },
  }
}
