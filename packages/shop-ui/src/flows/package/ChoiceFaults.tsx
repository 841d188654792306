import type { Ref } from 'react'
import type { ChosenPerformance, PackageView } from '@playhouse/domain/package'
import type { ChoiceCheck, GroupFault } from '@playhouse/domain/package-choice'
import { useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { useTheatreText } from '#ticketing/TheatreText'
import { Notice, NoticeList } from '#ui/Notice'
import { performanceOf } from './PartChoice.tsx'

type ChoiceFaultsProps = {
  readonly view: PackageView
  readonly choice: readonly ChosenPerformance[]
  readonly check: ChoiceCheck
  readonly hasPeople: boolean
  readonly ref: Ref<HTMLDivElement>
}

/** What a choice still lacks before its seats can be held. */
export function ChoiceFaults({ view, choice, check: { missing, excess, clashes }, hasPeople, ref }: ChoiceFaultsProps) {
  const t = useWords('package')
  const { list } = useFormats()
  const textOf = useTheatreText(useBrand().defaultLocale)
  const nameOf = ({ package: id, group }: GroupFault): string => {
    const inner = view.groups.flatMap(({ packages }) => packages).find((each) => each.package === id)
    const name = inner?.name ?? view.groups.find((each) => each.id === group)!.name
    return textOf(name).text
  }
  const titleOf = (instance: string): string =>
    performanceOf(
      view,
      choice.find((chosen) => chosen.instance === instance)!,
    ).title
  return (
    <Notice tone="error" title={t('fault.title')} tabIndex={-1} ref={ref}>
      <NoticeList>
        {missing.map((fault) => (
          <li key={`${fault.package} ${fault.group}`}>{t('fault.missing', { group: nameOf(fault), count: fault.count })}</li>
        ))}
        {excess.map((fault) => (
          <li key={`${fault.package} ${fault.group}`}>{t('fault.excess', { group: nameOf(fault), count: fault.count })}</li>
        ))}
        {clashes.map((pair) => (
          <li key={pair.join()}>{t('fault.clash', { titles: list(pair.map(titleOf)) })}</li>
        ))}
        {!hasPeople && <li>{t('fault.people')}</li>}
      </NoticeList>
    </Notice>
  )
}
