@echo off
rem Runs a command of the Parlay Desk that this file came with.
if "%~1"=="" (
  "%~dp0..\..\Parlay Desk.exe" help
) else (
  "%~dp0..\..\Parlay Desk.exe" %*
)
exit /b %errorlevel%
