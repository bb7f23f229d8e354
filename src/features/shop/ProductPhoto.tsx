import { ecommerceProducts } from '../../contract/shop/products.ts'
import { StoredPicture } from '../../crud/record/StoredPicture.tsx'
import { IconPackage } from '../../ui/icons.tsx'
import classes from './shop.module.css'

interface ProductPhotoProps {
  id: number
  name: string
  /** Changes with each photo; null without one. */
  photo: number | null
  /** In the list and catalogue the narrow one, on the page of the article the wide one. */
  width?: 320 | 960
}
/** The photo of an article, or a sign in its place. */
export const ProductPhoto = ({ id, name, photo, width = 320 }: ProductPhotoProps) => {
  const sign = (
    <span className={classes.noPhoto} aria-hidden>
      <IconPackage size={28} />
    </span>
  )
  if (photo === null) return sign
  return (
    <StoredPicture
      source={ecommerceProducts.picture}
      input={{ id, width }}
      at={String(photo)}
      alt={`Foto di ${name}`}
      className={classes.photo}
      // A catalogue without a network is read by its names.
      instead={width === 320 && sign}
    />
  )
}
