import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Instance } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { useIsHydrated } from '#ui/hydration'
import { usePrefetch } from '#browser'

const fetchDates = () => import('./OtherDates.tsx')
const OtherDates = lazy(async () => ({ default: (await fetchDates()).OtherDates }))

/** The other performances of the run, in a dialog with its own URL (`?dates`), so that the seat screen can link to it. */
export function ChangeDate({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const [search, setSearch] = useSearchParams()
  const show = (isOpen: boolean): void => setSearch(isOpen ? { dates: '' } : {}, { replace: true, preventScrollReset: true })
  const isHydrated = useIsHydrated()
  const isOpen = isHydrated && search.has('dates')
  // Stays mounted once opened, for the closing animation.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  usePrefetch(fetchDates)
  if (instance.others.length === 0) return null
  return (
    <>
      <Button onPress={() => show(true)}>
        <CalendarDays aria-hidden="true" />
        {t('changeDate')}
      </Button>
      {wasOpen && (
        <Suspense>
          <OtherDates instance={instance} isOpen={isOpen} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  )
}
