<?php
/**
 * The block's dependencies in the editor: WordPress reads this together with block.js.
 *
 * @package Portraitkit
 */

return array(
	'dependencies' => array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' ),
	'version'      => '0.1.0',
);
