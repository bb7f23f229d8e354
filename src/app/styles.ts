/**
 * The CSS of the first paint, imported first in start.tsx. These files are what the library's other styles build on, in the library's
 * order; the CSS of each component comes with the component (scripts/direct-mantine.mjs), so that a page loads only its own. These are in
 * the layer `mantine-base`, the components' in `mantine` above it; CSS outside a layer (styles.css, every *.module.css) wins over both,
 * whatever its specificity.
 */
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Flex.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import './styles.css'
