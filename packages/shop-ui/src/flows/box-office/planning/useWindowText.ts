import type { SaleMoment, SaleWindow } from '@playhouse/domain/sale-window'
import { useBrand } from '#server-state'
import { useFormats, useWords } from '#i18n'
import { useWallClock } from './wall-clock.ts'

/** Returns texts of windows: who they are for, on which channel, and from when to when; and of single moments. */
export function useWindowText() {
  const t = useWords('planning')
  const { list } = useFormats()
  const { dateAndTime } = useWallClock()
  const { memberships: levels } = useBrand()
  const momentOf = (moment: SaleMoment | null): string => {
    switch (moment?.kind) {
      case undefined:
        return t('windows.moment.start')
      case 'at':
        return dateAndTime(moment.at)
      case 'days-before':
        return t('windows.moment.days', { count: moment.days, time: moment.time })
      case 'minutes-before':
        return t('windows.moment.minutes', { count: moment.minutes })
    }
  }
  const whoOf = ({ channel, memberships }: Pick<SaleWindow, 'channel' | 'memberships'>): string =>
    t('windows.whom', {
      channel: t(`windows.channels.${channel}`),
      who: memberships ? list(memberships.map((id) => levels.find((level) => level.id === id)?.name ?? id)) : t('windows.everyone'),
    })
  const textOf = (window: SaleWindow): string => {
    const period = t('windows.period', { who: whoOf(window), from: momentOf(window.from), until: momentOf(window.until) })
    return window.limit === null ? period : t('windows.limited', { period, count: window.limit })
  }
  return { whoOf, textOf, momentOf }
}
