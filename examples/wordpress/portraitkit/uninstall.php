<?php
/**
 * Deletes everything of the plugin on uninstall.
 *
 * @package Portraitkit
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'portraitkit' );
