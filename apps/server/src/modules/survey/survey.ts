import { type Kysely, sql } from 'kysely'
import { type Database, transact } from '#db'
import type { AccountSettings } from '@playhouse/domain/account'

type SurveyAnswers = Readonly<Record<string, string>>

/** A customer's answers, by question. */
export async function readSurvey(db: Kysely<Database>, customer: string): Promise<Record<string, string>> {
  const rows = await db.selectFrom('survey_answer').select(['question', 'answer']).where('customer_id', '=', customer).execute()
  return Object.fromEntries(rows.map(({ question, answer }) => [question, answer]))
}

/** Replaces all answers. False without any change if a question or an option does not exist. */
export async function answerSurvey(
  db: Kysely<Database>,
  survey: AccountSettings['survey'],
  customer: string,
  answers: SurveyAnswers,
): Promise<boolean> {
  const entries = Object.entries(answers)
  const isOffered = ([question, answer]: [string, string]): boolean =>
    survey.some(({ id, answers: offeredAnswers }) => id === question && offeredAnswers.includes(answer))
  if (!entries.every(isOffered)) return false
  await transact(db, async (trx) => {
    await sql`select 1 from customer where id = ${customer} for update`.execute(trx)
    await trx.deleteFrom('survey_answer').where('customer_id', '=', customer).execute()
    const rows = entries.map(([question, answer]) => ({ customer_id: customer, question, answer }))
    if (rows.length > 0) await trx.insertInto('survey_answer').values(rows).execute()
  })
  return true
}
