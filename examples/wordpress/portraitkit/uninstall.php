<?php
/**
 * Nothing of the plugin stays where it is deleted.
 *
 * @package Portraitkit
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'portraitkit' );
