import { type ClipboardEvent, type FormEvent, type ReactNode, useState } from 'react'
import type { BodyOf, contract, GroupNames } from '@playhouse/api-client/contract'
import { firstLongName, maxHolderLength, namesOfPaste } from '@playhouse/domain/group-names'
import type { Result } from '@playhouse/domain/result'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { useApiMutation } from '#mutation'
import type { ApiProblem } from '#server-state'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useReveal } from '#ui/useReveal'

type Seat = GroupNames['seats'][number]
type Props = {
  readonly names: GroupNames
  /** Formats the place of a seat. */
  readonly seatName: (seat: Seat) => string
  readonly className: string | undefined
  readonly save: (edit: BodyOf<(typeof contract)['me']['setNames']>) => Promise<Result<GroupNames, ApiProblem>>
  /** Stores the names of a reply. */
  readonly onSaved: (names: GroupNames) => void
  /** Loads the names again, after another person changed them. */
  readonly onOutdated: () => Promise<unknown>
  /** Other actions, beside the button. */
  readonly children?: ReactNode
}
/** What was typed for a ticket, and the name that was shown before. */
type Typed = Readonly<Record<string, { readonly name: string; readonly before: string }>>

/** A list of more lines than a booking has seats is never read to its end. */
const maxListLength = 100_000

/**
 * The seats of a group with a field for the name of each person, and a field for a list, which fills the seats in order. What another person
 * changed meanwhile is shown below what was typed, and is not overwritten before that.
 */
export function GroupNamesForm({ names, seatName, className, save, onSaved, onOutdated, children }: Props) {
  const t = useWords('group')
  const { send, problem, message, isPending } = useApiMutation({
    onProblem: async ({ code }) => {
      if (code === 'changed-meanwhile') await onOutdated()
    },
  })
  const notice = useReveal(problem ?? message)
  const [typed, setTyped] = useState<Typed>({})
  const [list, setList] = useState('')
  const [fault, setFault] = useState<string>()
  const { seats, isOpen, version } = names
  const valueOf = ({ ticket, name }: Seat): string => typed[ticket]?.name ?? name
  const type = (filled: readonly (readonly [Seat, string])[]): void =>
    setTyped((before) => ({
      ...before,
      ...Object.fromEntries(filled.map(([{ ticket, name: shown }, name]) => [ticket, { name, before: before[ticket]?.before ?? shown }])),
    }))
  /** Fills the seats from one on. @returns false where the names do not fit */
  const fill = (text: string, from: number): boolean => {
    const people = namesOfPaste(text)
    const long = firstLongName(people)
    const seatsLeft = seats.slice(from)
    if (long !== undefined) setFault(t('names.tooLong', { line: long, max: maxHolderLength }))
    else if (people.length > seatsLeft.length) setFault(t('names.tooMany', { names: people.length, seats: seatsLeft.length }))
    else {
      setFault(undefined)
      type(people.map((name, nth) => [seatsLeft[nth]!, name]))
      return true
    }
    return false
  }
  const pasteInto = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text')
    const from = seats.findIndex(({ ticket }) => `name-${ticket}` === (event.target as HTMLElement).id)
    if (from === -1 || !/[\r\n\t]/.test(text.trim())) return
    event.preventDefault()
    fill(text, from)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const changed = seats.filter((seat) => valueOf(seat).trim() !== seat.name)
    const edit = { version, names: changed.map((seat) => ({ ticket: seat.ticket, name: valueOf(seat) })) }
    await send(() => save(edit), {
      onSuccess: (saved) => {
        setTyped({})
        onSaved(saved)
      },
      message: t('names.saved'),
    })
  }
  if (seats.length === 0) return <p>{t('names.none')}</p>
  if (!isOpen)
    return (
      <>
        <p>{t('names.closed')}</p>
        <ul>
          {seats.map((seat) => (
            <li key={seat.ticket}>
              {seatName(seat)}, {seat.priceTypeName}
              {seat.name !== '' && (
                <>
                  : <bdi>{seat.name}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
        {children}
      </>
    )
  return (
    <form className={className} noValidate onPaste={pasteInto} onSubmit={(event) => void submit(event)} aria-label={t('names.title')}>
      <p>{t('names.lead')}</p>
      {problem?.code === 'changed-meanwhile' ? (
        <Notice ref={notice} tone="warning" role="alert" title={t('names.changed', { by: problem.params.by })}>
          <p>{t('names.changedDetail')}</p>
        </Notice>
      ) : problem ? (
        <ProblemNotice ref={notice} problem={problem} bare />
      ) : (
        message !== undefined && <Notice ref={notice} tone="success" title={message} />
      )}
      <TextArea
        name="names-list"
        label={t('names.list')}
        hint={t('names.listHint')}
        value={list}
        onChange={setList}
        maxLength={maxListLength}
        error={fault}
        optional
      />
      <div>
        <Button onPress={() => fill(list, 0) && setList('')}>{t('names.fill')}</Button>
      </div>
      {seats.map((seat) => {
        const { before } = typed[seat.ticket] ?? {}
        return (
          <TextField
            key={seat.ticket}
            name={`name-${seat.ticket}`}
            label={`${seatName(seat)}, ${seat.priceTypeName}`}
            hint={before === undefined || before === seat.name ? undefined : t('names.other', { name: seat.name || t('names.noName') })}
            value={valueOf(seat)}
            onChange={(name) => type([[seat, name]])}
            maxLength={maxHolderLength}
            spellCheck={false}
            autoComplete="off"
            optional
          />
        )
      })}
      <div>
        <Button type="submit" look="primary" isPending={isPending}>
          {t('names.save')}
        </Button>
      </div>
      {children}
    </form>
  )
}
