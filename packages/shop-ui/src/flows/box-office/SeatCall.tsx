import { type FormEvent, type Ref, useState } from 'react'
import type { OpenInstance, SeatRequest } from '@playhouse/api-client/contract'
import { type SeatCallProblem, type Plan, readSeatCall } from '@playhouse/domain/plan'
import { needsOfRequest, type SeatNeed } from '@playhouse/domain/plan/best'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { TextField } from '#form/TextField'
import { readBestCall } from './best-call.ts'
import styles from './BookPage.module.css'

export type SeatCallRequest = {
  readonly seats: readonly { readonly seat: number; readonly priceType?: string }[]
  readonly reason?: string
}
export type BestSeatsRequest = { readonly wish: SeatRequest; readonly reason?: string }
type CallProblem = SeatCallProblem | { readonly kind: 'price'; readonly said: string }

type Props = {
  readonly instance: OpenInstance
  readonly plan: Plan
  readonly isOpen: (seat: number) => boolean
  /** Needs that the best seats must meet besides those that are typed. */
  readonly needs: readonly SeatNeed[]
  readonly isPending: boolean
  /** @returns whether the seats are held now */
  /** Holds seats. `onHeld` is called before the screen shows them: Enter on the empty field then opens the payment. */
  readonly onCall: (seatCall: SeatCallRequest, onHeld: () => void) => Promise<boolean>
  readonly onBest: (request: BestSeatsRequest, onHeld: () => void) => Promise<boolean>
  /** Arrow down in the empty field. */
  readonly onOthers: () => void
  /** Enter in the empty field. */
  readonly onEmpty: () => void
  readonly ref: Ref<HTMLInputElement>
}

/** The field for seats: their names, or the number of best available seats. */
export function SeatCall({ instance, plan, isOpen, needs: accountedNeeds, isPending, onCall, onBest, onOthers, onEmpty, ref }: Props) {
  const t = useWords('box-office')
  const { list } = useFormats()
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [lastArea, setLastArea] = useState<number>()
  const [callProblem, setCallProblem] = useState<CallProblem>()
  const types = instance.prices.priceTypes
  const typeOf = (price: string | undefined) => {
    if (price === undefined) return types[0]
    const priceText = price.toLowerCase()
    const namedTypes = types.map((type) => ({ type, words: [type.id.toLowerCase(), type.name.toLowerCase()] }))
    // An exact match wins: "comp" is the complimentary price, though "companion" begins with it.
    return (
      namedTypes.find(({ words }) => words.includes(priceText)) ??
      namedTypes.find(({ words }) => words.some((word) => word.startsWith(priceText)))
    )?.type
  }
  const prices = text.split('=').slice(1)
  const asksReason = prices.some((word) => typeOf(word.split(/[;,+]/)[0]!.trim())?.kind === 'staff')
  const reasonField = asksReason && { reason: reason.trim() }

  const clear = (): void => {
    setText('')
    setReason('')
  }
  const call = async (): Promise<unknown> => {
    const best = readBestCall(text)
    if (best) {
      const type = best.price === undefined ? undefined : typeOf(best.price)
      if (best.price !== undefined && !type) return setCallProblem({ kind: 'price', said: best.price })
      const { quantity, band } = best
      const needs = needsOfRequest(quantity, best.needs, accountedNeeds)
      const wish = { quantity, together: false, ...(band && { band }), ...(needs.length > 0 && { needs }) }
      return onBest({ wish: { ...wish, ...(type && { priceType: type.id }) }, ...reasonField }, clear)
    }
    const seatCalls = readSeatCall(text, { plan, nearArea: lastArea, isOpen })
    if (!seatCalls.ok) return setCallProblem(seatCalls.error)
    const unknown = seatCalls.value.find(({ price }) => !typeOf(price))
    if (unknown) return setCallProblem({ kind: 'price', said: unknown.price! })
    const seats = seatCalls.value.flatMap(({ seats: places, price }) => places.map((seat) => ({ seat, priceType: typeOf(price)!.id })))
    if (await onCall({ seats, ...reasonField }, clear)) setLastArea(plan.areaOf[seats.at(-1)!.seat])
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '') return onEmpty()
    setCallProblem(undefined)
    await call()
  }
  const errorText =
    callProblem &&
    t(`call.${callProblem.kind}`, {
      said: callProblem.said,
      ...(callProblem.kind === 'several' && { areas: list(callProblem.areas.map((area) => plan.areas[area]!.name)) }),
    })
  return (
    <form className={styles['call']} onSubmit={(event) => void submit(event)}>
      <TextField
        name="seat-call"
        label={t('call.label')}
        hint={t('call.hint')}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || text !== '') return
          event.preventDefault()
          onOthers()
        }}
        error={errorText}
        spellCheck={false}
        ref={ref}
      />
      {asksReason && <TextField name="call-reason" label={t('call.reason')} value={reason} onChange={setReason} maxLength={200} />}
      <Button type="submit" isPending={isPending}>
        {t(text.trim() === '' ? 'call.pay' : 'call.submit')}
      </Button>
    </form>
  )
}
