import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ImgHTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import type { Endpoint, Input } from '../../contract/kernel/endpoint.ts'
import { call } from '../../lib/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'

interface StoredPictureProps<E extends Endpoint> extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'height'> {
  source: E & { name: string; envelope: 'blob' }
  input: Input<E>
  /** When it was stored: it distinguishes versions of the picture. */
  at: string
  alt: string
  /** Stands in its place where it cannot be read; absent: a sentence with "Riprova". */
  instead?: ReactNode
}

/** A picture that needs the sign-in: fetched as a blob, then shown. */
export function StoredPicture<E extends Endpoint>({ source, input, at, alt, instead, ...image }: StoredPictureProps<E>) {
  const { data, isError, refetch } = useQuery({
    // Not under the resource's key: its writes would refetch the picture, which has a key per version anyway.
    queryKey: ['picture', source.name, input, at],
    queryFn: ({ signal }) => call<any>(source, input, { signal, part: true }) as Promise<Blob>,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  if (isError && instead) return instead
  if (isError) return <ErrorState message="L’immagine non si è potuta leggere." onRetry={() => void refetch()} />
  if (src) return <img {...image} src={src} alt={alt} />
  // As large as the picture will be, so that nothing below moves.
  return (
    <div className={image.className} style={{ height: image.height, minWidth: image.height }} aria-busy="true">
      <VisuallyHidden role="status">Caricamento in corso</VisuallyHidden>
      <div className="skeleton" style={{ height: '100%', margin: 0 }} />
    </div>
  )
}
