import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ChosenPerformance, PackagePartGroup, PackageView } from '@playhouse/domain/package'
import { checkChoice, isComplete, partOfChoice, progressOf } from '@playhouse/domain/package-choice'
import { discountFor, stepsFor } from '@playhouse/domain/package-price'
import { useAccessNeeds } from '#halls'
import { useFormats, useWords } from '#i18n'
import { BuyButton, useApiMutation } from '#mutation'
import { packageQuery, pricesQuery, useHoldPackage } from '#server-state'
import { announce } from '#ui/announce'
import { ProblemNotice } from '#ui/ProblemNotice'
import { ChoiceFaults } from './ChoiceFaults.tsx'
import { ChosenDates } from './ChosenDates.tsx'
import styles from './PackageBuilder.module.css'
import { PackageNeeds } from './PackageNeeds.tsx'
import { PackagePeople } from './PackagePeople.tsx'
import { PartChoice, type PartChoiceProps } from './PartChoice.tsx'
import { partSeatsOf, partyOf, seatRequestOf, sizeOf } from './part-seats.ts'
import { TheatreText } from './TheatreText.tsx'
import { deletePackageDraft, usePackageDraft } from './usePackageDraft.ts'

/** The dates and people of a package, and the button that holds their seats. */
export function PackageBuilder({ view }: { readonly view: PackageView }) {
  const t = useWords('package')
  const { percent } = useFormats()
  const navigate = useNavigate()
  const [draft, setDraft] = usePackageDraft(view.package)
  const [hasTried, setTried] = useState(0)
  const faults = useRef<HTMLDivElement>(null)
  const hold = useHoldPackage()
  const cache = useQueryClient()
  const { send, problem, isPending } = useApiMutation({
    // The dates without seats are shown as such.
    onProblem: () => void cache.invalidateQueries({ queryKey: packageQuery(view.package).queryKey }),
  })
  const choice = draft.choice.filter((chosen) => partOfChoice(view, chosen))
  const check = checkChoice(view, choice)
  /** How many dates are chosen, and the discount for so many. */
  const progressTexts = (of: readonly ChosenPerformance[]): string[] => {
    const { chosen, least, most } = progressOf(view, of)
    const discount = view.pricing.kind === 'discount' ? discountFor(stepsFor(view.pricing.steps, undefined), chosen) : 0
    return [
      least === most ? t('chosen', { chosen, most }) : t('chosenBetween', { chosen, least, most }),
      ...(discount > 0 ? [t('discountNow', { share: percent(discount / 10_000) })] : []),
    ]
  }
  const party = [...partyOf(draft.people)]
  const size = sizeOf(party)
  const first = choice[0]?.instance
  const { data: prices } = useQuery({ ...pricesQuery(first ?? ''), enabled: first !== undefined, placeholderData: (previous) => previous })
  const accessNeeds = useAccessNeeds(prices?.priceTypes ?? [])
  const needs = draft.needs ?? accessNeeds
  const requestedNeeds = needs.filter((need) => need !== 'companion' || size > 1)
  const isReady = isComplete(check) && party.length > 0
  const lost = problem?.code === 'performances-unavailable' ? problem.params.performances.map(({ instance }) => instance) : []
  const choose: PartChoiceProps['onChoose'] = (inner, part, instance) => {
    const others = choice.filter((each) => each.package !== inner || each.part !== part)
    const next = instance === null ? others : [...others, { package: inner, part, instance }]
    setDraft({ choice: next })
    // Not by a live region of the page: a list of dates hides it while it is open.
    announce(progressTexts(next).join('. '))
  }
  const submit = async (): Promise<void> => {
    if (!isReady) return setTried((times) => times + 1)
    const performances = choice.map((each) => ({ ...each, ...seatRequestOf(partSeatsOf(draft, each.instance)) }))
    await send(
      () =>
        hold.mutateAsync({
          body: {
            package: view.package,
            party,
            performances,
            ...(requestedNeeds.length > 0 && { wish: { needs: requestedNeeds, together: true } }),
          },
        }),
      {
        onSuccess: () => {
          deletePackageDraft(view.package)
          return navigate('/checkout/basket', { viewTransition: true })
        },
        message: t('held'),
      },
    )
  }
  useEffect(() => {
    if (hasTried > 0) faults.current?.focus()
  }, [hasTried])
  const partProps = { view, choice, draft, lost, onChoose: choose }
  return (
    <div className={styles.builder}>
      <p className={styles.progress}>
        {progressTexts(choice).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
      {view.groups.map((group) => (
        <section key={group.id} className={styles.group} aria-labelledby={`group-${group.id}`}>
          <h2 id={`group-${group.id}`}>
            <TheatreText of={group.name} />
          </h2>
          {group.packages.length > 0 && <Rule group={group} of="packages" total={group.packages.length} />}
          {group.parts.length > 0 && <Parts {...partProps} inner={null} group={group} />}
          {group.packages.map((inner) => (
            <section key={inner.package} className={styles.group} aria-labelledby={`package-${inner.package}`}>
              <h3 id={`package-${inner.package}`}>
                <TheatreText of={inner.name} />
              </h3>
              <p>
                <TheatreText of={inner.summary} />
              </p>
              {inner.groups.map((innerGroup) => (
                <Parts key={innerGroup.id} {...partProps} inner={inner.package} group={innerGroup} />
              ))}
            </section>
          ))}
        </section>
      ))}
      <ChosenDates view={view} choice={choice} />
      <PackagePeople view={view} choice={choice} people={draft.people} onChange={(people) => setDraft({ people })} />
      {choice.some(({ instance }) => partSeatsOf(draft, instance).kind !== 'chosen') && (
        <PackageNeeds accessNeeds={accessNeeds} needs={needs} size={size} onChange={(next) => setDraft({ needs: next })} />
      )}
      {hasTried > 0 && !isReady && <ChoiceFaults ref={faults} view={view} choice={choice} check={check} hasPeople={party.length > 0} />}
      {problem && <ProblemNotice problem={problem} />}
      <p className={styles.soft}>{t('seatsNote')}</p>
      <BuyButton look="primary" large onPress={() => void submit()} isPending={isPending}>
        {t('hold')}
      </BuyButton>
    </div>
  )
}

type RuleProps = { readonly group: Pick<PackagePartGroup, 'least' | 'most'>; readonly of: 'dates' | 'packages'; readonly total: number }

/** How many parts or packages of a group are chosen. */
function Rule({ group: { least, most }, of, total }: RuleProps) {
  const t = useWords('package')
  if (least === most) return <p>{least === total ? t(`${of}.all`, { count: least }) : t(`${of}.exactly`, { count: least })}</p>
  return <p>{least === 0 ? t(`${of}.upTo`, { count: most }) : t(`${of}.between`, { least, most })}</p>
}

type PartsProps = Omit<PartChoiceProps, 'part'> & { readonly group: PackagePartGroup }

function Parts({ group, ...rest }: PartsProps) {
  return (
    <>
      <Rule group={group} of="dates" total={group.parts.length} />
      <ul role="list" className={styles.parts}>
        {group.parts.map((part) => (
          <li key={part.part}>
            <PartChoice {...rest} part={part} />
          </li>
        ))}
      </ul>
    </>
  )
}
