import { z } from 'zod'
import { moneySchema } from '../../money/money.ts'
import { agentTotals } from './agent-terms.ts'
import { type CheckedReturn, groupAgentSales } from './check-return.ts'
import { agentReturnFaults } from './return-file.ts'

/** Rows and problems that the API lists of a file. */
export const mostReturnRows = 500
const count = z.int().min(0)

/** What a return file sold, or would sell, and everything that is wrong in it. Amounts in minor units. */
export const agentReturnSchema = z.strictObject({
  problems: z
    .array(
      z.strictObject({
        sheet: z.string(),
        /** As spreadsheet programs count: the header is row 1. Null for the whole sheet. */
        row: z.int().nullable(),
        column: z.string().nullable(),
        value: z.string(),
        fault: z.enum(agentReturnFaults),
        /** What to write instead, or what the fault refers to. */
        suggestion: z.string().nullable(),
      }),
    )
    .max(mostReturnRows),
  problemCount: count,
  sales: z
    .array(
      z.strictObject({
        row: z.int(),
        performance: z.string(),
        seat: z.string(),
        priceTypeName: z.string(),
        price: moneySchema,
        buyer: z.string(),
        reference: z.string(),
      }),
    )
    .max(mostReturnRows),
  saleCount: count,
  /** Rows that an earlier file has sold: nothing happens with them. */
  unchanged: count,
  orders: count,
  gross: moneySchema,
  commission: moneySchema,
  net: moneySchema,
  /** False in a preview, and with problems: nothing was sold. */
  isEntered: z.boolean(),
})
export type AgentReturnSummary = z.infer<typeof agentReturnSchema>

/** The summary of a checked return file. */
export function summaryOfReturn(
  { problems, sales, unchanged }: CheckedReturn,
  { basisPoints, isPreview }: { readonly basisPoints: number; readonly isPreview: boolean },
): AgentReturnSummary {
  return {
    ...{ problems: problems.slice(0, mostReturnRows), problemCount: problems.length },
    sales: sales.slice(0, mostReturnRows).map(({ row, performance, label, price, buyer, reference }) => ({
      ...{ row, performance, seat: label, priceTypeName: price.name, price: price.price, buyer, reference },
    })),
    ...{ saleCount: sales.length, unchanged, orders: groupAgentSales(sales).length },
    ...agentTotals(sales.map(({ price: { price } }) => ({ price, basisPoints }))),
    isEntered: !isPreview && problems.length === 0,
  }
}
