import { Anchor, Text } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'

const PLAIN = ['P', 'B', 'I', 'U', 'UL', 'OL', 'LI', 'BR']
const ADDRESS = /^(https?:|mailto:|tel:)/i

/** Elements of the allow-list as React draws them; of anything else the text alone. */
function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const inside = [...node.childNodes].map(drawn)
  const href = node.getAttribute('href') ?? ''
  if (node.tagName === 'A' && ADDRESS.test(href))
    return (
      <Anchor key={key} href={href} target="_blank" rel="noreferrer">
        {inside}
      </Anchor>
    )
  if (node.tagName === 'BR') return <br key={key} />
  if (PLAIN.includes(node.tagName)) return createElement(node.tagName.toLowerCase(), { key }, ...inside)
  return <Fragment key={key}>{inside}</Fragment>
}
/** Rich text of the server, which has cut it down to a few tags; here too nothing else is drawn. */
export const RichText = ({ html }: { html: string }) => (
  <Text component="div" style={{ overflowWrap: 'anywhere' }}>
    {[...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(drawn)}
  </Text>
)
