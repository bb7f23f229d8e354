import type { AnchorProps, ButtonProps } from '@mantine/core'
import { Anchor, Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

// Mantine's polymorphic `component={Link}` loses the types of the router's parameters; these keep them. `aria-current` is overridden: a
// link to the parent list is not the current page.
type A = Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'>
export const LinkButton = createLink((props: ButtonProps & A) => <Button component="a" {...props} aria-current="false" />)
export const LinkAnchor = createLink((props: AnchorProps & A) => <Anchor {...props} aria-current="false" />)
