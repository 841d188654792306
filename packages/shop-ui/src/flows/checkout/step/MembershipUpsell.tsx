import { useId } from 'react'
import { useFormats, useWords } from '#i18n'
import { useApiMutation } from '#mutation'
import { useBrand, useSession } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { type Level, rivalsOf, useLevelNotes, useLevels, useMembershipItems } from './Memberships.tsx'
import styles from './Upsells.module.css'

/** Memberships for the visitor's own account, each added at once. Guests have no account for one. */
export function MembershipUpsell() {
  const { customer } = useSession()
  return customer !== null && !customer.isGuest ? <Levels /> : null
}

function Levels() {
  const t = useWords('checkout')
  const id = useId()
  const { levels, isLoading } = useLevels()
  if (isLoading || levels.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t('membership.title')}</h2>
      <p>{t('membership.body')}</p>
      <ul role="list" className={offerClasses.cards}>
        {levels.map((level) => (
          <LevelCard key={level.id} level={level} levels={levels} />
        ))}
      </ul>
    </section>
  )
}

function LevelCard({ level, levels }: { readonly level: Level; readonly levels: readonly Level[] }) {
  const t = useWords('checkout')
  const { money } = useFormats()
  const { defaultLocale } = useBrand()
  const notesOf = useLevelNotes()
  const { chosen, save } = useMembershipItems(levels)
  const { send, problem, isPending } = useApiMutation()
  const { id, name, price, upgrade } = level
  const isChosen = chosen.includes(id)
  const action = t(isChosen ? 'upsells.remove' : 'order:addOns.add')
  const toggle = () => {
    const others = chosen.filter((each) => each !== id && !rivalsOf(levels, id).includes(each))
    return send(() => save(isChosen ? others : [...others, id]), {
      message: t(isChosen ? 'order:addOns.removed' : 'order:addOns.added', { name }),
    })
  }
  return (
    <li className={offerClasses.card}>
      <h3 lang={defaultLocale}>{name}</h3>
      <p className={offerClasses.price}>{money(upgrade?.price ?? price)}</p>
      <p className={offerClasses.soft}>{notesOf(level).join(' · ')}</p>
      {problem && <ProblemNotice problem={problem} bare />}
      <Button aria-label={`${action}: ${name}`} isPending={isPending} onPress={() => void toggle()}>
        {action}
      </Button>
    </li>
  )
}
