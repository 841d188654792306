import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router'
import type { PlanData } from '@playhouse/domain/plan'
import { BrandFilesContext, SeatPage } from '@playhouse/shop-ui/flows/seat'
import { useWords } from '@playhouse/shop-ui/i18n'
import { StatusRegion } from '@playhouse/shop-ui/ui/announce'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { Page } from '@playhouse/shop-ui/ui/Page'
import { basketQuery, queryClient, sessionQuery, useSession } from '@playhouse/shop-ui/server-state'
import { brandNamed } from '#brand'
import { setSoldSeats, openMockShop, availabilityOf, performanceId, sellLive } from '#sample'
import type { Setting } from '#setting'
import type { Channel, StageCommand, StageEvent } from '#channel'
import type { MockApi } from './mock-api.ts'
import { useSelection } from './useSelection.ts'
import { useSamplePerformance } from './useSamplePerformance.ts'

type ShopStageProps = {
  readonly setting: Setting
  readonly importedPlan: PlanData | undefined
  readonly channel: Channel<StageEvent, StageCommand>
  readonly mockApi: MockApi
}

/** The shop's seat screen over an in-memory shop. */
export function ShopStage({ setting, importedPlan, channel, mockApi }: ShopStageProps) {
  const sample = useSamplePerformance(setting, importedPlan)
  const { plan, priceList, production, mine, data } = sample
  const availability = useMemo(() => availabilityOf(plan, setting.sold, mine), [plan, setting.sold, mine])
  const shop = useMemo(() => {
    const newShop = openMockShop(brandNamed(setting.brand), { data, plan, production, priceList })
    mockApi.setShop(newShop, setting.situation)
    queryClient.clear()
    return newShop
  }, [setting.brand, setting.situation, data, plan, production, priceList, mockApi])
  const filledShop = useMemo(() => {
    setSoldSeats(shop, availability, mine)
    return { shop, mine }
  }, [shop, availability, mine])
  useEffect(() => {
    // The stream sends seat changes; the basket must be fetched again.
    for (const { queryKey } of [basketQuery, sessionQuery]) void queryClient.invalidateQueries({ queryKey })
  }, [filledShop, availability])
  useEffect(() => {
    if (setting.live === 0) return
    const { taken } = shop.pricedPerformanceOf(performanceId)!
    return sellLive(
      plan.seatCount,
      setting.live,
      (seat) => !taken.has(seat),
      (seats) => shop.changeSeats(performanceId, seats, 'taken'),
    )
  }, [shop, plan, setting.live])
  useSelection(setting.chosen, priceList, (seats) => channel.send({ kind: 'chosen', seats }))

  const as = setting.situation === 'list' ? 'list' : 'map'
  const path = `/events/${production.id}/${performanceId}/syos/${setting.view}?${as}`
  const router = useMemo(() => createMemoryRouter(routes(path), { initialEntries: [path] }), [path])
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <Visit>
          <BrandFilesContext value={houseFolder}>
            <RouterProvider key={data.hall + data.version} router={router} />
          </BrandFilesContext>
        </Visit>
      </Suspense>
      <StatusRegion />
    </QueryClientProvider>
  )
}

/** Relative to this page, wherever it is hosted. */
const houseFolder = 'brand/'

const routes = (home: string) => [
  { path: '/events/:event/:instance/syos/:view?', Component: SeatPage },
  { path: '*', element: <Elsewhere home={home} /> },
]

/** Does what the shop's route guards do before any screen: loads the session, and with it the box office's clock. */
function Visit({ children }: { readonly children: ReactNode }) {
  useSession()
  return children
}

/** The preview has one screen of the shop: a link away from it shows its target instead. */
function Elsewhere({ home }: { readonly home: string }) {
  const t = useWords('preview')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <Page width="reading">
      <h1>{t('elsewhere.title')}</h1>
      <p>{t('elsewhere.detail', { path: pathname })}</p>
      <Button look="primary" onPress={() => void navigate(home)}>
        {t('elsewhere.back')}
      </Button>
    </Page>
  )
}
