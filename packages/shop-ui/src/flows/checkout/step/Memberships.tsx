import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { MembershipOffer } from '@playhouse/api-client/contract'
import { zero } from '@playhouse/domain/money'
import { ok, type Result } from '@playhouse/domain/result'
import { useFormats, useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { type ApiProblem, membershipOffersQuery, useAddItem, useBasket, useBrand, useRemoveItem } from '#server-state'
import { PageHeading } from '#ui/PageHeading'
import { currentMembershipIds, membershipsQuery } from '../current-memberships.ts'
import { FieldGroup, recallForm, StepForm } from '../StepForm.tsx'
import styles from './Memberships.module.css'
import type { Step, StepFacts } from './step.ts'

/** The memberships that are sold with tickets and that the visitor does not hold. */
export const membershipsToOffer = ({ memberships }: Pick<StepFacts['brand'], 'memberships'>, heldLevels: readonly string[]) =>
  memberships.flatMap(({ id, name, sold }) => (sold && !heldLevels.includes(id) ? [{ id, name, ...sold }] : []))

export type Level = ReturnType<typeof membershipsToOffer>[number] & Pick<MembershipOffer, 'upgrade' | 'saves'>

/** Loads the memberships that are offered to the customer, each with its price and saving for this basket. */
export function useLevels(): { readonly levels: readonly Level[]; readonly isLoading: boolean } {
  const brand = useBrand()
  const held = useQuery(membershipsQuery)
  const offered = useQuery(membershipOffersQuery)
  const levels = membershipsToOffer(brand, currentMembershipIds(held.data?.memberships ?? [])).map((level): Level => {
    const offer = offered.data?.memberships.find(({ membership }) => membership === level.id)
    return { ...level, upgrade: offer?.upgrade ?? null, saves: offer?.saves ?? zero }
  })
  return { levels, isLoading: held.isPending || offered.isPending }
}

/** Offers memberships, with what each saves on this basket. Nothing is preset, and declining takes one press. */
function Memberships() {
  const t = useWords('checkout')
  const { levels, isLoading } = useLevels()
  return (
    <>
      <PageHeading>{t('membership.title')}</PageHeading>
      <p>{t('membership.body')}</p>
      {!isLoading && <MembershipForm levels={levels} />}
    </>
  )
}

/** The memberships of the basket, and a function that replaces them by others. */
export function useMembershipItems(levels: readonly Level[]) {
  const { items } = useBasket()
  const add = useAddItem()
  const remove = useRemoveItem()
  const itemOf = (membership: string) => items.find((item) => item.kind === 'membership' && item.detail.membership === membership)
  const chosen = levels.flatMap(({ id }) => (itemOf(id) ? [id] : []))
  /** New ones are added first: seats of a priority period need one of them. */
  const save = async (ids: readonly string[]): Promise<Result<unknown, ApiProblem>> => {
    const removedItems = new Set<string>()
    for (const { id: membership, upgrade } of levels) {
      if (!ids.includes(membership) || itemOf(membership)) continue
      for (const rival of rivalsOf(levels, membership).flatMap((id) => itemOf(id) ?? [])) {
        const removed = await remove.mutateAsync({ params: { id: rival.id } })
        if (!removed.ok) return removed
        removedItems.add(rival.id)
      }
      const body = { kind: 'membership', membership, ...(upgrade && { upgradeFrom: upgrade.from }) } as const
      const added = await add.mutateAsync({ body })
      if (!added.ok) return added
    }
    for (const { id } of levels) {
      const item = itemOf(id)
      if (!item || ids.includes(id) || removedItems.has(item.id)) continue
      const removed = await remove.mutateAsync({ params: { id: item.id } })
      if (!removed.ok) return removed
    }
    return ok(undefined)
  }
  return { chosen, save }
}

function MembershipForm({ levels }: { readonly levels: readonly Level[] }) {
  const t = useWords('checkout')
  const { chosen: chosenNow, save } = useMembershipItems(levels)
  const form = useForm<{ chosen: string[] }>({ shouldFocusError: false, defaultValues: recallForm('memberships', { chosen: chosenNow }) })
  const chosen = form.watch('chosen')
  const choose = (id: string, isChosen: boolean): void => {
    const others = chosen.filter((each) => each !== id && !(isChosen && rivalsOf(levels, id).includes(each)))
    form.setValue('chosen', [...others, ...(isChosen ? [id] : [])], { shouldDirty: true })
  }
  return (
    <StepForm
      step="memberships"
      form={form}
      save={(values) => save(values.chosen)}
      decline={{ label: t('membership.none'), values: { chosen: [] } }}
    >
      <FieldGroup title={t('membership.question')}>
        {levels.map((level) => (
          <LevelChoice
            key={level.id}
            level={level}
            isChosen={chosen.includes(level.id)}
            onChange={(isChosen) => choose(level.id, isChosen)}
          />
        ))}
      </FieldGroup>
    </StepForm>
  )
}

/** The other upgrades of the membership that a level replaces, which can be replaced once. */
export function rivalsOf(levels: readonly Level[], id: string): string[] {
  const from = levels.find((level) => level.id === id)?.upgrade?.from
  return from === undefined ? [] : levels.flatMap((level) => (level.id !== id && level.upgrade?.from === from ? [level.id] : []))
}

/** Returns a function that describes the term of a membership, what it replaces and what it saves. */
export function useLevelNotes() {
  const t = useWords('checkout')
  const { money } = useFormats()
  return ({ price, months, upgrade, saves }: Level): string[] => [
    t('membership.months', { count: months }),
    ...(upgrade ? [t('membership.upgrade', { name: upgrade.name })] : []),
    ...(upgrade && upgrade.credit > 0 ? [t('membership.credit', { amount: money(upgrade.credit) })] : []),
    ...(saves > 0
      ? [t(saves >= (upgrade?.price ?? price) ? 'membership.paysForItself' : 'membership.saves', { amount: money(saves) })]
      : []),
  ]
}

type ChoiceProps = { readonly level: Level; readonly isChosen: boolean; readonly onChange: (isChosen: boolean) => void }

/** A membership with its price for this visitor: an upgrade costs less by the unused part of the one that it replaces. */
function LevelChoice({ level, isChosen, onChange }: ChoiceProps) {
  const { money } = useFormats()
  const { defaultLocale } = useBrand()
  const notesOf = useLevelNotes()
  const { id, name, price, upgrade } = level
  return (
    <Checkbox name={`membership-${id}`} value={isChosen} onChange={onChange} hint={notesOf(level).join(' · ')}>
      <span className={styles.level}>
        <span lang={defaultLocale}>{name}</span> <strong>{money(upgrade?.price ?? price)}</strong>
      </span>
    </Checkbox>
  )
}

export const memberships: Step = {
  id: 'memberships',
  isNeeded: ({ brand, customer, memberships: heldLevels }) =>
    customer !== null && !customer.isGuest && membershipsToOffer(brand, heldLevels).length > 0,
  Screen: Memberships,
}
