import { zero } from '@playhouse/domain/money'
import type { Band } from '@playhouse/domain/pricing'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import type { ApiProblem } from '#server-state'
import { type SeatingModel, priceFrom } from '../model/seating-model.ts'
import { bandLetters, useSeatVoice } from '../words/useSeatVoice.ts'
import type { Wishes } from './wishes.ts'

type NoSeatsProps = {
  readonly model: SeatingModel
  readonly problem: ApiProblem
  readonly wishes: Wishes
  readonly onFind: (wishes: Wishes, quantity?: number) => void
}

/** The reason that no seats were found, and a button for each alternative that has seats. */
export function NoSeats({ model, problem, wishes, onFind }: NoSeatsProps) {
  const t = useWords('seat')
  const { money } = useFormats()
  const voice = useSeatVoice(model)
  const words = useProblemWords()
  if (!('ways' in problem.params)) return <ProblemNotice problem={problem} />
  const { apart, bands, areas, atMost } = problem.params.ways
  const namedArea =
    problem.code === 'not-enough-seats-in-band'
      ? { ...problem, params: { ...problem.params, band: bandLetters[problem.params.band as Band] } }
      : problem
  const { title, detail } = words(namedArea)
  return (
    <Notice tone="warning" role="alert" tabIndex={-1} title={title}>
      <p>{detail}</p>
      <NoticeActions>
        {apart && <Button onPress={() => onFind({ ...wishes, apart: true })}>{t('byPrice.way.apart')}</Button>}
        {(bands as readonly Band[]).map((band) => (
          <Button key={band} onPress={() => onFind({ ...wishes, band })}>
            {t('byPrice.way.band', { band: voice.band(band), price: money(priceFrom(model, band) ?? zero) })}
          </Button>
        ))}
        {areas.map((id) => (
          <Button key={id} onPress={() => onFind({ ...wishes, area: id })}>
            {t('byPrice.way.area', { area: model.plan.areas.find((area) => area.id === id)?.name ?? id })}
          </Button>
        ))}
        {atMost > 0 && <Button onPress={() => onFind(wishes, atMost)}>{t('byPrice.way.fewer', { count: atMost })}</Button>}
      </NoticeActions>
    </Notice>
  )
}
