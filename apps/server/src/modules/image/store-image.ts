import { hash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Database, transact } from '#db'
import type { Problem } from '@playhouse/domain/problem'
import { ok, type Result } from '@playhouse/domain/result'
import type { ProductionImage } from '@playhouse/domain/season'
import { encodeImage, encodingVersion } from './encode-image.ts'

/** A stored image. */
export type StoredImage = Pick<ProductionImage, 'id' | 'width' | 'height'>

/** Encodes and stores an upload. The same file is stored once. */
export async function storeImage(
  db: Kysely<Database>,
  staff: string,
  upload: Uint8Array,
): Promise<Result<StoredImage, Problem<'image-refused'>>> {
  const id = hash('sha256', Buffer.concat([Buffer.from(`${encodingVersion} `), upload])).slice(0, 32)
  const known = (await findImages(db, [id])).get(id)
  if (known) return ok(known)
  const encoded = await encodeImage(upload)
  if (!encoded.ok) return encoded
  const { width, height, files } = encoded.value
  await transact(db, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('image')
      .values({ id, width, height, staff_id: staff })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    await trx
      .insertInto('image_file')
      .values(files.map((file) => ({ image_id: id, ...file })))
      .execute()
  })
  return ok({ id, width, height })
}

/** Finds images by their ids. */
export async function findImages(db: Kysely<Database> | Transaction<Database>, ids: readonly string[]): Promise<Map<string, StoredImage>> {
  if (ids.length === 0) return new Map()
  const images = await db
    .selectFrom('image')
    .select(['id', 'width', 'height'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(images.map((image) => [image.id, image]))
}

/** Reads one encoding of an image; undefined where it does not exist. */
export async function readImageFile(db: Kysely<Database>, id: string, width: number, format: 'webp' | 'jpg'): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('image_file')
    .select('bytes')
    .where('image_id', '=', id)
    .where('width', '=', width)
    .where('format', '=', format)
    .executeTakeFirst()
  return row?.bytes
}
