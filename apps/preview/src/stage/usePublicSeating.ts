import { useMemo } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import { isPublicPriceType, type PriceList } from '@playhouse/domain/pricing'
import { type SeatingModel, buildSeatingModel } from '@playhouse/shop-ui/flows/seat'

/** The plan with its prices for a visitor without an access card, for stages without a mock shop. */
export const usePublicSeating = (plan: Plan, priceList: PriceList): SeatingModel =>
  useMemo(() => buildSeatingModel(plan, { ...priceList, priceTypes: priceList.priceTypes.filter(isPublicPriceType) }), [plan, priceList])
