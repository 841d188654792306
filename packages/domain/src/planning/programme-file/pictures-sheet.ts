import { mostPictures, type ProductionImage } from '../../season/season.ts'
import { key, whole } from './cell.ts'
import { property, required, type Sheet } from './column.ts'
import { requiredImageColumns } from './image-columns.ts'

/** A row of the sheet of pictures: one further picture of a production, by its place from 1. */
export type PictureRow = { readonly production: string; readonly picture: number; readonly image: ProductionImage | undefined }

/** The further pictures of productions. */
export const picturesSheet: Sheet<PictureRow> = {
  name: 'pictures',
  key: ['production', 'picture'],
  columns: [
    required('production', key, property('production')),
    required('picture', whole(1, mostPictures), property('picture')),
    ...requiredImageColumns<PictureRow>(),
  ],
}

/** What a new picture has where the sheet has no column for it. */
export const newPicture = (): PictureRow => ({ production: '', picture: 0, image: undefined })
