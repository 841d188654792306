import { useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useBrand } from '#server-state'
import type { Choice, Refusal } from './choice.ts'
import type { SeatingModel } from '../model/seating-model.ts'
import { addSeatsId } from './useAddSeats.ts'
import type { ChoiceNotice } from './notice.ts'
import type { SeatChoice } from './useChoice.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'

type ChoiceNoticesProps = {
  readonly model: SeatingModel
  readonly seats: Pick<SeatChoice, 'notice' | 'dismiss' | 'capacity' | 'substitute' | 'takeSubstitute'> & {
    readonly takeAlternative: () => void
    readonly isAdding: boolean
  }
  /** The map announces a lost seat itself; the list leaves it to this component. */
  readonly saysLost: boolean
}

/** Notices about the selection: limits, lost seats with substitutes, and failed holds. Each is announced once. */
export function ChoiceNotices({
  model,
  seats: { notice, dismiss, capacity, substitute, takeSubstitute, takeAlternative, isAdding },
  saysLost,
}: ChoiceNoticesProps) {
  const t = useWords('seat')
  const words = useNoticeWords(model)
  const inBasket = capacity.maximum - capacity.remaining
  const voice = useSeatVoice(model)
  const seatNames = substitute && voice.seats(substitute.seats)
  const offer = substitute && t(substitute.movesAll ? 'lost.nearAll' : 'lost.near', { count: substitute.seats.length, seats: seatNames })
  const spokenNotice = useRef<ChoiceNotice>(undefined)
  // One announcement: of two in a row, a screen reader speaks only the last.
  const say = useEffectEvent(() => {
    const isNew = notice !== spokenNotice.current && notice && notice.kind !== 'problem' && (notice.kind !== 'lost' || saysLost)
    spokenNotice.current = notice
    const sentences = [...(isNew ? words(notice) : []), ...(offer ? [offer] : [])]
    const isUrgent = isNew && (notice.kind === 'not-held' || notice.kind === 'part-held')
    if (sentences.length > 0) announce(sentences.join(' '), isUrgent ? 'assertive' : 'polite')
  })
  useEffect(() => say(), [notice, offer])
  // The pressed button disappears with the notice: focus moves to the button that adds the seats.
  const exchange = (): void => {
    flushSync(takeSubstitute)
    document.getElementById(addSeatsId)?.focus()
  }
  if (!notice) return null
  if (notice.kind === 'problem') return <ProblemNotice problem={notice.problem} />
  const [first, ...rest] = words(notice)
  const title =
    notice.kind === 'refused'
      ? t('limit.title')
      : t('lost.title', { count: notice.kind === 'lost' ? notice.seats.length : notice.lostSeats.length })
  return (
    <Notice tone="warning" title={title}>
      <p>{[first, ...rest].join(' ')}</p>
      {notice.kind === 'refused' && inBasket > 0 && <p>{t('limit.already', { count: inBasket })}</p>}
      {offer && <p>{offer}</p>}
      <NoticeActions>
        {notice.kind === 'part-held' && notice.alternatives && (
          <Button look="primary" isPending={isAdding} onPress={takeAlternative}>
            {t('lost.take', { seats: words.seats(notice.alternatives.take) })}
          </Button>
        )}
        {seatNames && <Button onPress={exchange}>{t('lost.instead', { seats: seatNames })}</Button>}
        <Button onPress={dismiss}>{t('lost.dismiss')}</Button>
      </NoticeActions>
    </Notice>
  )
}

type NoticeWords = {
  (notice: Exclude<ChoiceNotice, { kind: 'problem' }>): string[]
  readonly seats: (choice: Choice) => string
}

function useNoticeWords(model: SeatingModel): NoticeWords {
  const t = useWords('seat')
  const { list } = useFormats()
  const { contact } = useBrand()
  const voice = useSeatVoice(model)
  const names = (seats: readonly string[]): { count: number; seats: string } => ({
    count: seats.length,
    seats: list(seats.map((seat) => voice.seat(model.plan.indexOf(seat) ?? 0))),
  })
  const refusalText = (refusal: Refusal): string =>
    refusal.reason === 'order-limit'
      ? t('limit.detail', { count: refusal.maximum, email: contact.groupSales })
      : t('limit.priceType', { count: refusal.maximum, priceType: refusal.priceType })
  const indices = (choice: Choice): number[] => choice.flatMap(({ seat }) => model.plan.indexOf(seat) ?? [])
  const say = (notice: Exclude<ChoiceNotice, { kind: 'problem' }>): string[] => {
    switch (notice.kind) {
      case 'refused':
        return [refusalText(notice.refusal)]
      case 'lost':
        return [t('lost.lost', names(notice.seats))]
      case 'not-held':
        return [
          t('lost.failed', names(notice.lostSeats)),
          ...(notice.keptSeats.length > 0 ? [t('lost.kept', names(notice.keptSeats))] : []),
          t('lost.nothingHeld'),
        ]
      case 'part-held': {
        const { heldSeats, lostSeats, alternatives } = notice
        return [
          t('lost.failed', names(lostSeats)),
          t('lost.held', { count: heldSeats.length, seats: voice.seats(indices(heldSeats)) }),
          ...(alternatives
            ? [
                t(alternatives.giveBack.length > 0 ? 'lost.nearAll' : alternatives.isTogether ? 'lost.nearTogether' : 'lost.near', {
                  count: alternatives.take.length,
                  seats: voice.seats(indices(alternatives.take)),
                }),
              ]
            : []),
        ]
      }
    }
  }
  return Object.assign(say, { seats: (choice: Choice): string => voice.seats(indices(choice)) })
}
