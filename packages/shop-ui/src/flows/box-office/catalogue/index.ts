export { NewRecordPage, RecordPage } from './RecordPage.tsx'
export { CataloguePage, RecordsPage } from './RecordsPage.tsx'
