import { type Kysely, sql } from 'kysely'
import type { Database } from '#db'
import { type TranslatedText, translatedTextSchema } from '@playhouse/domain/translated-text'

/** Titles of forms by performance and by production, whose ids differ. A title that cannot be read is left out. */
export async function readFormTitles(db: Kysely<Database>): Promise<Map<string, TranslatedText>> {
  const { rows } = await sql<{ about: string; title: unknown }>`
    select coalesce(a.performance_id, a.production_id) as about, f.definition -> 'title' as title
    from form_attachment a join form f on f.id = a.form_id where f.withdrawn_at is null`.execute(db)
  return new Map(
    rows.flatMap(({ about, title }): [string, TranslatedText][] => {
      const parsed = translatedTextSchema.safeParse(title)
      return parsed.success ? [[about, parsed.data]] : []
    }),
  )
}
