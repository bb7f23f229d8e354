import { resource } from '../kernel/endpoint.ts'
import { text } from '../kernel/fields.ts'
import { importing } from '../kernel/importing.ts'
import { productFields } from './products.ts'

const { category_id: _, tags: __, stations: ___, ...plain } = productFields
/** The columns of a sheet of articles; a column's heading is the field's label, and the category stands by its name. */
export const productSheet = { ...plain, category: text('Categoria') }
export const productImport = resource('product_import', importing('/ecommerce/product', 'eco.admin'))
