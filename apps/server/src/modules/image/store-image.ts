import { hash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Database, transact } from '#db'
import type { Problem } from '@playhouse/domain/problem'
import { ok, type Result } from '@playhouse/domain/result'
import type { ProductionImage } from '@playhouse/domain/season'
import { encodeImage, type EncodedImage, encodingVersion } from './encode-image.ts'

/** A stored image. */
export type StoredImage = Pick<ProductionImage, 'id' | 'width' | 'height'>

/** An image to store: encoded, or stored already where `files` is null. */
export type PreparedImage = StoredImage & { readonly files: EncodedImage['files'] | null }

/** Encodes an upload where it is not stored. The same file has the same id. @param id of an image that another database stores */
export async function prepareImage(
  db: Kysely<Database>,
  upload: Uint8Array,
  id = hash('sha256', Buffer.concat([Buffer.from(`${encodingVersion} `), upload])).slice(0, 32),
): Promise<Result<PreparedImage, Problem<'image-refused'>>> {
  const known = (await findImages(db, [id])).get(id)
  if (known) return ok({ ...known, files: null })
  const encoded = await encodeImage(upload)
  return encoded.ok ? ok({ id, ...encoded.value }) : encoded
}

/** Stores a prepared image. @param staff null for the operator of a command line */
export async function insertImage(
  trx: Transaction<Database>,
  staff: string | null,
  { id, width, height, files }: PreparedImage,
): Promise<void> {
  if (!files) return
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
}

/** Encodes and stores an upload. The same file is stored once. */
export async function storeImage(
  db: Kysely<Database>,
  staff: string,
  upload: Uint8Array,
): Promise<Result<StoredImage, Problem<'image-refused'>>> {
  const prepared = await prepareImage(db, upload)
  if (!prepared.ok) return prepared
  const { id, width, height } = prepared.value
  await transact(db, (trx) => insertImage(trx, staff, prepared.value))
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

/** Reads the largest encoding of an image; undefined where the image does not exist. */
export const readLargestImage = (db: Kysely<Database>, id: string): Promise<{ readonly bytes: Buffer } | undefined> =>
  db
    .selectFrom('image_file')
    .select('bytes')
    .where('image_id', '=', id)
    .where('format', '=', 'webp')
    .orderBy('width', 'desc')
    .limit(1)
    .executeTakeFirst()
