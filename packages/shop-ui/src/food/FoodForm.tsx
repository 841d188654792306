import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { foodNoteLength, type FoodOrder, mostGuests, mostListedGuests } from '@playhouse/domain/food-order'
import { type Course, type FoodOffer, foodDeadline, isFoodOpen, type MenuOnSale, servedAt, type Serving } from '@playhouse/domain/menu'
import type { Result } from '@playhouse/domain/result'
import { useFormats, useWords } from '#i18n'
import { serverNow } from '#browser'
import { ErrorSummary } from '#form/ErrorSummary'
import { Form } from '#form/Form'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { Select } from '#form/Select'
import { TextArea } from '#form/TextArea'
import { BuyButton, useApiMutation } from '#mutation'
import { type ApiProblem, api, orderQuery, queryClient, useAddItem } from '#server-state'
import { classNames } from '#theme'
import { announce } from '#ui/announce'
import { Notice } from '#ui/Notice'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { DishLine } from './DishLine.tsx'
import styles from './FoodForm.module.css'
import { type SoldFood, useFoodOrder } from './use-food-order.ts'
import { useFoodText } from './useFoodText.ts'

export type FoodFormProps = {
  readonly offer: FoodOffer
  /** Called when the order is in the basket. */
  readonly onAdded: () => void
  /** Called when the server refused the order: places may be gone. */
  readonly onOutdated: () => unknown
  /** Runs before the order is added. A problem that it returns is shown, and nothing is added. */
  readonly prepare?: (() => Promise<Result<unknown, ApiProblem>>) | undefined
  /** A paid order that is changed in place of the basket. */
  readonly sold?: SoldFood | undefined
}

/** Chooses a menu, the number of people, a collection point and the dishes of each course; and adds them to the basket. */
export function FoodForm({ offer, onAdded, onOutdated, prepare, sold }: FoodFormProps) {
  const t = useWords('food')
  const formats = useFormats()
  const { money } = formats
  const textOf = useFoodText()
  const problemText = useProblemWords()
  const id = useId()
  const add = useAddItem()
  const mutation = useApiMutation()
  const { menu, setMenu, draft, change, order, countOf, setCount, chosenOf, ...state } = useFoodOrder(offer, sold)
  const { isHeld, isOpen, isBookedOut, isFull, clear, price, faults } = state
  const [attempt, setAttempt] = useState(0)
  const { startsAt, timeZone } = offer.performance
  const shownFaults = attempt === 0 ? [] : faults
  const errorOf = (field: string): string | undefined => {
    const fault = shownFaults.find((each) => each.field === field)
    return fault && textOfFault(fault.problem)
  }
  const textOfFault = (problem: Parameters<typeof problemText>[0]): string => {
    const { title, detail } = problemText(problem)
    return problem.code === 'food-too-few' || problem.code === 'food-too-many' ? detail : title
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (faults.length > 0) return
    const { name } = textOf(menu)
    const send = async (): Promise<Result<unknown, ApiProblem>> => {
      if (sold) return changeSold(sold, order)
      const prepared = await prepare?.()
      return prepared && !prepared.ok ? prepared : add.mutateAsync({ body: { kind: 'food', ...order } })
    }
    const result = await mutation.send(send, { message: t(sold ? 'changed' : 'added', { name }) })
    if (!result.ok) return void onOutdated()
    clear()
    onAdded()
  }
  const guests = draft.guests ?? 0
  const changeCount = ({ course, ...texts }: Course, product: string, count: number): void => {
    setCount(course, product, count)
    const chosen = chosenOf(course) - countOf(course, product) + count
    if (guests > 0) announce(t('chosenOf', { course: textOf(texts).name, chosen, guests }))
  }
  const isRefused = mutation.problem !== undefined
  const fullNotice = useRef<HTMLDivElement>(null)
  // The notice replaces the button, which had the focus.
  useEffect(() => {
    if (isRefused && isBookedOut) fullNotice.current?.focus()
  }, [isRefused, isBookedOut])
  // Beside the button.
  const refusal = mutation.problem && <ProblemNotice problem={mutation.problem} />
  return (
    <Form className={classNames(styles.form)} onSubmit={(event) => void submit(event)}>
      <ErrorSummary
        attempt={attempt}
        faults={shownFaults.map(({ field, problem }) => ({ field: `${id}-${field}`, message: textOfFault(problem) }))}
      />
      {offer.menus.length > 1 && (
        <RadioCards
          name={`${id}-menu`}
          label={t('menu')}
          value={menu.menu}
          onChange={setMenu}
          cards={offer.menus.map((each) => {
            const { name, summary, lang } = textOf(each)
            return {
              value: each.menu,
              label: <span lang={lang}>{name}</span>,
              hint: <span lang={lang}>{summary}</span>,
              detail: t('perPerson', { amount: money(each.price) }),
            }
          })}
        />
      )}
      {!isOpen ? (
        <>
          {refusal}
          <Notice title={t('closed')}>{t('closedText')}</Notice>
        </>
      ) : isBookedOut ? (
        <>
          {offer.menus.length === 1 && <MenuText menu={menu} />}
          {refusal}
          <Notice title={t('full')} ref={fullNotice} tabIndex={-1}>
            {t('fullText')}
          </Notice>
        </>
      ) : (
        <>
          {offer.menus.length === 1 && <MenuText menu={menu} />}
          <GuestsField
            id={`${id}-guests`}
            guests={draft.guests}
            onChange={(number) => change({ guests: number })}
            error={errorOf('guests')}
          />
          <RadioCards
            name={`${id}-point`}
            label={t('point')}
            value={draft.point}
            onChange={(point) => change({ point })}
            error={errorOf('point')}
            cards={menu.servings.map((serving) => ({
              value: serving.point,
              label: <span lang={textOf(serving).lang}>{textOf(serving).name}</span>,
              ...servingCard(serving),
            }))}
          />
          {menu.courses.map((course) => {
            const chosen = chosenOf(course.course)
            const error = errorOf(`course-${course.course}`)
            const { name, lang } = textOf(course)
            const isOnly = course.dishes.length === 1
            const field = `${id}-course-${course.course}`
            const isCounted = !isOnly && guests > 0
            return (
              <fieldset
                key={course.course}
                id={field}
                className={styles.course}
                aria-describedby={isCounted ? `${field}-chosen` : undefined}
              >
                <legend lang={lang}>{name}</legend>
                <ul role="list" className={styles.dishes}>
                  {course.dishes.map((dish) => (
                    <DishLine
                      key={dish.product}
                      dish={dish}
                      id={`${id}-${course.course}-${dish.product}`}
                      count={countOf(course.course, dish.product)}
                      most={mostGuests}
                      {...(!isOnly && { onChange: (count: number) => changeCount(course, dish.product, count) })}
                    />
                  ))}
                </ul>
                {isCounted && (
                  <p id={`${field}-chosen`} className={error ? styles.fault : styles.status}>
                    {error ?? t('chosen', { chosen, guests })}
                  </p>
                )}
              </fieldset>
            )
          })}
          <TextArea
            name={`${id}-note`}
            label={t('note')}
            hint={t('noteHint')}
            optional
            value={draft.note}
            onChange={(note) => change({ note })}
            maxLength={foodNoteLength}
          />
          {refusal}
          <p className={styles.total}>{t('total', { amount: money(price) })}</p>
          <BuyButton type="submit" look="primary" large isPending={mutation.isPending}>
            {t(isHeld ? 'change' : 'add')}
          </BuyButton>
        </>
      )}
    </Form>
  )

  /** When it is served, how long it can be ordered, and whether there is room. */
  function servingCard(serving: Serving): { readonly hint: string; readonly detail?: string; readonly disabled?: boolean } {
    const instant = (at: number): { startsAt: string; timeZone: string } => ({ startsAt: new Date(at).toISOString(), timeZone })
    const served = servedAt(startsAt, serving)
    const until = formats.when(instant(foodDeadline(startsAt, serving)))
    const time = served === undefined ? t('interval') : t('at', { time: formats.time(instant(served)) })
    const hint = t('serving', { time, until })
    if (!isFoodOpen(startsAt, serving, serverNow())) return { hint, detail: t('closed'), disabled: true }
    const places = serving.placesLeft
    if (places === null) return { hint }
    if (isFull(serving)) return { hint, detail: t('full'), disabled: true }
    return places <= mostGuests ? { hint, detail: t('places', { count: places }) } : { hint }
  }
}

/** Changes a paid order, and reloads the order that it is in. */
async function changeSold({ number, item }: SoldFood, { instance: _instance, menu: _menu, ...body }: FoodOrder) {
  const changed = await api.me.changeFood({ params: { number, item: item.id }, body })
  await queryClient.invalidateQueries(orderQuery(number))
  return changed
}

function MenuText({ menu }: { readonly menu: MenuOnSale }) {
  const t = useWords('food')
  const { money } = useFormats()
  const { name, summary, lang } = useFoodText()(menu)
  return (
    <div className={styles.about}>
      <p lang={lang} className={styles.name}>
        {name}
      </p>
      <p lang={lang} className={styles.soft}>
        {summary}
      </p>
      <p className={styles.status}>{t('perPerson', { amount: money(menu.price) })}</p>
    </div>
  )
}

type GuestsFieldProps = {
  readonly id: string
  readonly guests: number | null
  readonly onChange: (guests: number) => void
  readonly error: string | undefined
}

/** The number of people: a list up to nine, and a number for a larger party. */
function GuestsField({ id, guests, onChange, error }: GuestsFieldProps) {
  const t = useWords('food')
  const { number } = useFormats()
  const isMore = guests !== null && guests > mostListedGuests
  const listed = Array.from({ length: mostListedGuests }, (_, nth) => String(nth + 1))
  return (
    <>
      <Select
        name={id}
        label={t('guests')}
        error={isMore ? undefined : error}
        value={guests === null ? null : isMore ? 'more' : String(guests)}
        onChange={(value) => onChange(value === 'more' ? mostListedGuests + 1 : Number(value))}
        options={[
          ...listed.map((value) => ({ value, label: number(Number(value)) })),
          { value: 'more', label: t('more', { count: mostListedGuests }) },
        ]}
      />
      {isMore && (
        <NumberStepper
          name={`${id}-number`}
          label={t('howMany')}
          hint={t('most', { count: mostGuests })}
          error={error}
          value={guests}
          onChange={onChange}
          minimum={mostListedGuests + 1}
          maximum={mostGuests}
        />
      )}
    </>
  )
}
